//! Dice that can be verified: promised beforehand, opened on demand, and every lie is found.

use boneyard_dice::fair::{Bytes32, Draw, Proof, Stream, Stretch, TooLate, VerifyError, verify};

fn stretch() -> Stretch {
    let mut stretch = Stretch::new([7; 32], [9; 32]);
    stretch.contribute("Ana", "amber owl").expect("before the first die");
    stretch.contribute("Bo", "").expect("before the first die");
    stretch
}

fn opened(stream: Stream) -> Proof {
    let mut stretch = stretch();
    let draws = [6, 6, 20, 4, 100, 2]
        .into_iter()
        .zip(0..)
        .map(|(sides, counter)| Draw { counter, sides, face: stretch.face(stream, counter, sides) })
        .collect();
    stretch.reveal(stream, draws)
}

fn faces(proof: &Proof) -> Vec<u8> {
    proof.draws.iter().map(|draw| draw.face).collect()
}

#[test]
fn promises_and_dice_of_these_seeds_never_change() {
    let promised = stretch().commitments();
    assert_eq!(promised.open.to_string(), "da8cc79cc4021f1f5935eb3f177eb311ac06eed3aa3985f75f371ea4e8ba2468");
    assert_eq!(
        promised.secret.to_string(),
        "e22b7590918cd27e77a41bd7d1520198df71fc27eea1d14cb983c61c842cf667"
    );
    assert_eq!(faces(&opened(Stream::Open)), [3, 4, 7, 3, 58, 1]);
    assert_eq!(faces(&opened(Stream::Secret)), [5, 2, 11, 3, 20, 2]);
}

#[test]
fn an_honest_proof_holds_also_after_a_journey_as_json() {
    for stream in [Stream::Open, Stream::Secret] {
        let proof = opened(stream);
        assert_eq!(verify(&proof).map(|verified| verified.draws), Ok(6));
        let json = serde_json::to_string(&proof).expect("json");
        assert_eq!(serde_json::from_str::<Proof>(&json).expect("a proof"), proof);
        let promised = stretch().commitments();
        assert_eq!(proof.commitment, if stream == Stream::Open { promised.open } else { promised.secret });
    }
}

#[test]
fn a_changed_die_is_named() {
    let mut proof = opened(Stream::Open);
    let derived = proof.draws[3].face;
    proof.draws[3].face = derived % 4 + 1;
    let shown = proof.draws[3].face;
    assert_eq!(verify(&proof), Err(VerifyError::Face { entry: 4, counter: 3, sides: 4, shown, derived }));
}

#[test]
fn a_seed_that_was_not_promised_is_found() {
    let mut proof = opened(Stream::Open);
    proof.seed.0[31] ^= 1;
    assert!(
        matches!(verify(&proof), Err(VerifyError::Seed { published, .. }) if published == proof.commitment)
    );
}

#[test]
fn a_die_may_not_be_drawn_twice() {
    let mut proof = opened(Stream::Open);
    proof.draws[2].counter = 1;
    assert_eq!(verify(&proof), Err(VerifyError::Order { entry: 3, counter: 1, before: 1 }));
}

#[test]
fn a_die_without_sides_is_refused() {
    let mut proof = opened(Stream::Open);
    proof.draws[0].sides = 0;
    assert_eq!(verify(&proof), Err(VerifyError::NoSides { entry: 1, counter: 0 }));
}

#[test]
fn what_a_seat_mixes_in_changes_the_dice() {
    let row = |text: &str| -> Vec<u8> {
        let mut stretch = Stretch::new([7; 32], [9; 32]);
        stretch.contribute("Ana", text).expect("before the first die");
        (0..20).map(|counter| stretch.face(Stream::Open, counter, 20)).collect()
    };
    assert_ne!(row("amber owl"), row("amber fox"));
    let mut proof = opened(Stream::Open);
    proof.contributions[0] =
        serde_json::from_str(r#"{"who":"An","text":"aamber owl"}"#).expect("a contribution");
    assert!(verify(&proof).is_err(), "names and texts do not run together");
}

#[test]
fn nothing_is_mixed_in_after_the_first_die() {
    let mut stretch = stretch();
    stretch.face(Stream::Secret, 0, 6);
    assert_eq!(stretch.contribute("Cy", "late"), Err(TooLate));
    let json = serde_json::to_string(&stretch).expect("json");
    let mut kept: Stretch = serde_json::from_str(&json).expect("a stretch");
    assert_eq!(kept.contribute("Cy", "late"), Err(TooLate), "also after a restart");
}

#[test]
fn opening_one_stream_tells_nothing_of_the_other() {
    let proof = opened(Stream::Open);
    let secret = Bytes32([9; 32]).to_string();
    assert!(!serde_json::to_string(&proof).expect("json").contains(&secret));
    assert!(!format!("{:?}", stretch()).contains(&secret), "seeds stay out of logs");
}

#[test]
fn seeds_are_written_in_hexadecimal() {
    let text = "00ff".repeat(16);
    assert_eq!(text.parse::<Bytes32>().map(|bytes| bytes.to_string()), Ok(text));
    assert!("00f".parse::<Bytes32>().is_err());
    assert!("zz".repeat(32).parse::<Bytes32>().is_err());
}
