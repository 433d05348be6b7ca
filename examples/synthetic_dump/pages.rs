//! The last section: the pages of people.

use std::io;

use crate::{World, articles::mdate, coin, xml::Dump};

pub(crate) fn write(world: &mut World, dump: &mut Dump) -> io::Result<()> {
    let (random, people) = (&mut world.random, &world.people);
    for person in people.all() {
        let (pid, shared) = people.pids(person);
        if let Some(shared) = shared {
            let key = format!("homepages/{shared}");
            dump.open("www", &key, &mdate(2017, random), "disambiguation");
            dump.text.push_str("<author>");
            people.write_shared(person, &mut dump.text);
            dump.text.push_str("</author>\n<title>Home Page</title>\n");
            dump.close("www")?;
        }
        dump.open("www", &format!("homepages/{pid}"), &mdate(2017, random), "");
        dump.text.push_str("<author>");
        people.write(person, &mut dump.text);
        dump.text.push_str("</author>\n");
        if people.has_alias(person) {
            dump.text.push_str("<author>");
            people.write_alias(person, &mut dump.text);
            dump.text.push_str("</author>\n");
        }
        dump.raw("title", "Home Page");
        if random.chance(0.2) {
            let place = coin::proper(random);
            dump.text
                .push_str("<note type=\"affiliation\">University of ");
            dump.text.push_str(&place);
            dump.text
                .push_str(", Department of Computer Science</note>\n");
        }
        if let Some(orcid) = people.orcid(person) {
            dump.raw("url", format_args!("https://orcid.org/{orcid}"));
        }
        if random.chance(0.1) {
            dump.raw("url", format_args!("https://scholar.example/{person}"));
        }
        dump.close("www")?;
    }
    Ok(())
}
