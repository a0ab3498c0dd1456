//! Whole numbers of any size and fractions of them.

use boneyard_dice::{Natural, Ratio};
use num_bigint::BigUint;
use proptest::prelude::*;

fn natural(n: u128) -> Natural {
    Natural::from(n)
}

#[test]
fn numbers_grow_past_a_machine_word_and_come_back() {
    let big = &natural(u128::MAX) + &Natural::ONE;
    assert_eq!(big.to_string(), "340282366920938463463374607431768211456");
    assert_eq!(big, Natural::from(2u32).pow(128));
    assert_eq!(big.checked_sub(&Natural::ONE), Some(natural(u128::MAX)));
    assert_eq!(Natural::ONE.checked_sub(&big), None);
    assert_eq!(big.exact_div(&Natural::from(2u32).pow(100)), Some(Natural::from(1u64 << 28)));
    assert_eq!(Natural::from(7u32).exact_div(&Natural::from(2u32)), None);
    assert_eq!(Natural::from(7u32).exact_div(&Natural::ZERO), None);
    assert!(big > natural(u128::MAX));
}

#[test]
fn numbers_travel_as_decimal_text() {
    let big = Natural::from(10u32).pow(50);
    let json = serde_json::to_string(&big).expect("json");
    assert_eq!(json, format!("\"1{}\"", "0".repeat(50)));
    assert_eq!(serde_json::from_str::<Natural>(&json).expect("a number"), big);
    for text in ["", "-1", "+1", "1_000", "x"] {
        assert!(text.parse::<Natural>().is_err(), "{text}");
    }
}

#[test]
fn fractions_are_in_lowest_terms() {
    let ratio = |text: &str| text.parse::<Ratio>().expect(text);
    assert_eq!(ratio("14/20").to_string(), "7/10");
    assert_eq!(ratio("-6/3").to_string(), "-2");
    assert_eq!(ratio("0/5"), Ratio::ZERO);
    assert_eq!(ratio("-0/5"), Ratio::ZERO);
    assert!(ratio("1/3") < ratio("1/2") && ratio("-1/2") < ratio("-1/3") && ratio("-1/2") < ratio("1/9"));
    assert_eq!(ratio("7/10").to_f64(), 0.7);
    assert!("1/0".parse::<Ratio>().is_err() && "1/2/3".parse::<Ratio>().is_err());
    let huge =
        Ratio::new(Natural::from(10u32).pow(400), &Natural::from(10u32).pow(400) * &Natural::from(4u32));
    assert_eq!(huge.map(|ratio| ratio.to_f64()), Some(0.25));
}

proptest! {
    #[test]
    fn arithmetic_agrees_with_big_integers(a: u128, b: u128, small in 0u32..40) {
        let (x, y) = (natural(a), natural(b));
        let (p, q) = (BigUint::from(a), BigUint::from(b));
        prop_assert_eq!((&x + &y).to_string(), (&p + &q).to_string());
        prop_assert_eq!((&x * &y).to_string(), (&p * &q).to_string());
        prop_assert_eq!(x.pow(small).to_string(), p.pow(small).to_string());
        prop_assert_eq!((&x * &y).cmp(&x), (&p * &q).cmp(&p));
        let product = &x * &y;
        if b > 0 {
            prop_assert_eq!(product.exact_div(&y), Some(x.clone()));
            let (quotient, rest) = (&product + &x).div_rem(&y).expect("not by zero");
            prop_assert_eq!(&quotient * &y + &rest, &product + &x);
            prop_assert_eq!(product.gcd(&y), y.clone());
        }
        prop_assert_eq!(product.to_string().parse::<Natural>(), Ok(product.clone()));
        prop_assert_eq!((&product + &x).checked_sub(&x), Some(product));
    }
}
