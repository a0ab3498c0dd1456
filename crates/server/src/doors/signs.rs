//! Signs such as "amber owl": two people of the same name tell each other apart by what their screens say.

const COLOURS: [&str; 24] = [
    "amber", "ashen", "azure", "black", "bronze", "copper", "crimson", "golden", "green", "grey", "hazel",
    "indigo", "ivory", "jade", "mossy", "ochre", "pale", "red", "rusty", "silver", "snowy", "tawny",
    "violet", "white",
];

const ANIMALS: [&str; 32] = [
    "adder", "badger", "bat", "bear", "beetle", "boar", "crane", "crow", "deer", "eel", "elk", "falcon",
    "fox", "goat", "hare", "heron", "lynx", "marten", "mole", "moth", "newt", "otter", "owl", "pike",
    "raven", "seal", "shrew", "stoat", "swan", "toad", "wolf", "wren",
];

/// A sign that nobody has who waits; with every pair taken, one twice.
pub(super) fn deal(number: u64, taken: &[&str]) -> String {
    let pairs = (COLOURS.len() * ANIMALS.len()) as u64;
    let sign = |at: u64| {
        let at = (at % pairs) as usize;
        format!("{} {}", COLOURS[at % COLOURS.len()], ANIMALS[at / COLOURS.len()])
    };
    let free = (0..pairs).map(|step| sign(number.wrapping_add(step))).find(|sign| !taken.contains(&&**sign));
    free.unwrap_or_else(|| sign(number))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_who_wait_never_have_the_same_sign() {
        let mut signs: Vec<String> = Vec::new();
        for _ in 0..COLOURS.len() * ANIMALS.len() {
            let taken: Vec<&str> = signs.iter().map(String::as_str).collect();
            signs.push(deal(7, &taken));
        }
        signs.sort();
        signs.dedup();
        assert_eq!(signs.len(), COLOURS.len() * ANIMALS.len());
    }
}
