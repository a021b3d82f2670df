//! What a text is found by: every three and every five characters that stand side by side in it, each as a short word that
//! is made from their hash. Case is folded as `lower()` of SQLite does it, so that a text which holds another has all of its
//! words. Words say nothing of order, and two may be the same by chance: what is found by them is compared itself. Pure.

/// Of five letters or digits there are a hundred times fewer than of three, so they tell far more; what is shorter than five
/// characters is only found by three. What is kept on disk depends on this (see `VERSION`).
const LENGTHS: [usize; 2] = [5, 3];

/// To be raised with every change here that makes other words.
pub const VERSION: u32 = 1;

/// More words than these tell no more.
const MAX_ASKED: usize = 6;

const SIGNS: &[u8; 36] = b"0123456789abcdefghijklmnopqrstuvwxyz";
const SIGNS_IN_A_WORD: u32 = 5;

/// The words of a row, or of several, with spaces between.
pub fn of_texts<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let mut numbers = Vec::new();
    for text in texts {
        let folded = folded(text);
        for length in LENGTHS {
            numbers.extend(folded.windows(length).map(number));
        }
    }
    numbers.sort_unstable();
    numbers.dedup();
    let mut words = String::with_capacity(numbers.len() * (SIGNS_IN_A_WORD as usize + 1));
    for number in numbers {
        push_word(&mut words, number);
        words.push(' ');
    }
    words
}

/// Some words that every text has which holds all of these pieces; none when the pieces are too short to tell.
pub fn of_pieces(pieces: &[String]) -> Vec<String> {
    let folded: Vec<Vec<char>> = pieces.iter().map(|piece| folded(piece)).collect();
    let of_length = |length: usize| folded.iter().flat_map(move |piece| piece.windows(length)).collect::<Vec<_>>();
    let grams = LENGTHS.into_iter().map(of_length).find(|grams| !grams.is_empty()).unwrap_or_default();
    let mut words: Vec<String> = Vec::new();
    for gram in spread(&grams) {
        let mut word = String::new();
        push_word(&mut word, number(gram));
        if !words.contains(&word) {
            words.push(word);
        }
    }
    words
}

/// The first, the last, and some between.
fn spread<'a>(grams: &[&'a [char]]) -> Vec<&'a [char]> {
    let count = grams.len().min(MAX_ASKED);
    let place = |number: usize| if count < 2 { 0 } else { number * (grams.len() - 1) / (count - 1) };
    (0..count).map(|number| grams[place(number)]).collect()
}

fn folded(text: &str) -> Vec<char> {
    text.chars().map(|sign| sign.to_ascii_lowercase()).collect()
}

/// FNV-1a, with its bits mixed once more, since words take the lower ones. Kept on disk, so it is our own.
fn number(gram: &[char]) -> u32 {
    let mut hash = 0xcbf2_9ce4_8422_2325_u64;
    for sign in gram {
        let mut bits = u32::from(*sign);
        for _ in 0..4 {
            hash = (hash ^ u64::from(bits & 0xff)).wrapping_mul(0x0100_0000_01b3);
            bits >>= 8;
        }
    }
    hash = (hash ^ (hash >> 33)).wrapping_mul(0xff51_afd7_ed55_8ccd);
    ((hash ^ (hash >> 33)) % (SIGNS.len() as u64).pow(SIGNS_IN_A_WORD)) as u32
}

fn push_word(words: &mut String, mut number: u32) {
    for _ in 0..SIGNS_IN_A_WORD {
        words.push(char::from(SIGNS[number as usize % SIGNS.len()]));
        number /= SIGNS.len() as u32;
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn has_all(text: &str, piece: &str) -> bool {
        let words = of_texts([text].into_iter());
        of_pieces(&[piece.to_owned()]).iter().all(|word| words.split(' ').any(|other| other == word))
    }

    #[test]
    fn a_text_without_the_piece_rarely_has_its_words() {
        assert!(has_all("Zubeda Qazi", "beda q"));
        assert!(!has_all("Zubeda Qazi", "bedaq"));
        assert!(!has_all("+92 300 1234567", "7654321"));
    }

    #[test]
    fn what_is_shorter_than_three_characters_has_no_words() {
        for piece in ["", "a", "ab", "اب", "🎉🎉"] {
            assert!(of_pieces(&[piece.to_owned()]).is_empty(), "{piece}");
        }
        assert_eq!(of_pieces(&["ab".into(), "abc".into()]).len(), 1);
    }

    #[test]
    fn the_words_on_disk_stay_the_same() {
        assert_eq!((VERSION, of_texts(["Ab", "aBc", "امید"].into_iter()).as_str()), (1, "hsyg4 cgdha pa03m "));
    }

    proptest! {
        #[test]
        fn a_text_that_holds_the_piece_has_all_its_words(before in "\\PC{0,9}", piece in "\\PC{3,12}", after in "\\PC{0,9}", upper: bool) {
            let written = if upper { piece.to_ascii_uppercase() } else { piece.clone() };
            let text = [before, written, after].concat();
            prop_assert!(has_all(&text, &piece));
        }
    }
}
