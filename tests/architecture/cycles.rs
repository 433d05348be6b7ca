//! The strongly connected components of a graph, by Tarjan's algorithm.

use std::collections::{BTreeMap, BTreeSet};

/// The components of more than one node, each sorted, largest first.
pub(crate) fn components<N: Copy + Ord>(graph: &BTreeMap<N, BTreeSet<N>>) -> Vec<Vec<N>> {
    let mut search = Search {
        graph,
        index: BTreeMap::new(),
        low: BTreeMap::new(),
        stack: Vec::new(),
        found: Vec::new(),
    };
    for node in graph.keys() {
        if !search.index.contains_key(node) {
            search.visit(*node);
        }
    }
    let mut found = search.found;
    found.sort_by_key(|component| (std::cmp::Reverse(component.len()), component[0]));
    found
}

struct Search<'a, N> {
    graph: &'a BTreeMap<N, BTreeSet<N>>,
    index: BTreeMap<N, usize>,
    low: BTreeMap<N, usize>,
    stack: Vec<N>,
    found: Vec<Vec<N>>,
}

impl<N: Copy + Ord> Search<'_, N> {
    fn visit(&mut self, node: N) {
        let index = self.index.len();
        self.index.insert(node, index);
        self.low.insert(node, index);
        self.stack.push(node);
        for next in self.graph.get(&node).into_iter().flatten() {
            if !self.index.contains_key(next) {
                self.visit(*next);
                let low = self.low[next].min(self.low[&node]);
                self.low.insert(node, low);
            } else if self.stack.contains(next) {
                let low = self.index[next].min(self.low[&node]);
                self.low.insert(node, low);
            }
        }
        if self.low[&node] == index {
            let start = self.stack.iter().position(|other| *other == node).unwrap();
            let mut component = self.stack.split_off(start);
            component.sort();
            if component.len() > 1 {
                self.found.push(component);
            }
        }
    }
}

#[test]
fn two_nodes_that_name_each_other_are_one_component() {
    let graph = BTreeMap::from([
        (1, BTreeSet::from([2])),
        (2, BTreeSet::from([3])),
        (3, BTreeSet::from([2, 4])),
        (4, BTreeSet::new()),
    ]);
    assert_eq!(components(&graph), [[2, 3]]);
}
