//! A bounded memory of what happened lately, by path. Strangers choose the paths, so it never grows beyond two
//! generations: when the younger one is full it becomes the older one, and what that held is forgotten.

use std::sync::Mutex;

use foldhash::HashMap;

pub struct Recent<T> {
    max: usize,
    generations: Mutex<Generations<T>>,
}

struct Generations<T> {
    young: HashMap<String, T>,
    old: HashMap<String, T>,
}

impl<T: Clone> Recent<T> {
    /// Remembers the last `max` paths, and up to twice as many.
    pub fn new(max: usize) -> Recent<T> {
        Recent { max, generations: Mutex::new(Generations { young: HashMap::default(), old: HashMap::default() }) }
    }

    pub fn get(&self, path: &str) -> Option<T> {
        let generations = self.generations.lock().expect("no panic while looking");
        generations.young.get(path).or_else(|| generations.old.get(path)).cloned()
    }

    pub fn insert(&self, path: &str, value: T) {
        let mut generations = self.generations.lock().expect("no panic while noting");
        if generations.young.len() >= self.max {
            generations.old = std::mem::take(&mut generations.young);
        }
        generations.young.insert(path.to_owned(), value);
    }

    #[cfg(test)]
    fn len(&self) -> usize {
        let generations = self.generations.lock().unwrap();
        generations.young.len() + generations.old.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_are_remembered_and_the_rest_is_forgotten() {
        let recent = Recent::new(10);
        for number in 0..1000 {
            recent.insert(&number.to_string(), number);
            assert!(recent.len() <= 20);
        }
        assert!((990..1000).all(|number| recent.get(&number.to_string()) == Some(number)));
        assert_eq!(recent.get("1"), None);
        recent.insert("999", 7);
        assert_eq!(recent.get("999"), Some(7), "the younger counts");
    }
}
