//! Arithmetic modulo a power of a prime.

/// A prime that is far greater than the weights: 2^61 - 1.
pub(super) const LARGE: u64 = (1 << 61) - 1;

/// The remainders modulo `MODULUS`, which is a power of `PRIME`: at most 2^32, or [`LARGE`].
pub(super) struct Ring<const PRIME: u64, const MODULUS: u64>;

impl<const PRIME: u64, const MODULUS: u64> Ring<PRIME, MODULUS> {
    pub(super) fn add(a: u64, b: u64) -> u64 {
        let sum = a + b;
        if sum >= MODULUS { sum - MODULUS } else { sum }
    }

    pub(super) fn negative(a: u64) -> u64 {
        if a == 0 { 0 } else { MODULUS - a }
    }

    pub(super) fn product(a: u64, b: u64) -> u64 {
        if MODULUS == LARGE {
            let product = u128::from(a) * u128::from(b);
            // 2^61 is 1 modulo this number.
            let sum = (product as u64 & LARGE) + (product >> 61) as u64;
            if sum >= LARGE { sum - LARGE } else { sum }
        } else {
            a * b % MODULUS
        }
    }

    /// Splits a number other than 0 into a power of the prime and the rest, which has an inverse.
    pub(super) fn split(mut a: u64) -> (u64, u64) {
        let mut power = 1;
        while a != 0 && a.is_multiple_of(PRIME) {
            a /= PRIME;
            power *= PRIME;
        }
        (power, a)
    }

    /// The inverse of a number that is not a multiple of the prime, by Euler's theorem.
    pub(super) fn inverse(a: u64) -> u64 {
        let mut exponent = MODULUS / PRIME * (PRIME - 1) - 1;
        let (mut inverse, mut square) = (1, a);
        while exponent > 0 {
            if exponent % 2 == 1 {
                inverse = Self::product(inverse, square);
            }
            square = Self::product(square, square);
            exponent /= 2;
        }
        inverse
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn inverses_are_inverses<const PRIME: u64, const MODULUS: u64>() {
        let last = [MODULUS - 2, MODULUS - 1];
        for a in (1..MODULUS.min(200)).chain(last).filter(|a| a % PRIME != 0) {
            let inverse = Ring::<PRIME, MODULUS>::inverse(a);
            assert_eq!(Ring::<PRIME, MODULUS>::product(a, inverse), 1, "{a}");
            let negative = Ring::<PRIME, MODULUS>::negative(a);
            assert_eq!(Ring::<PRIME, MODULUS>::add(a, negative), 0, "{a}");
        }
    }

    #[test]
    fn numbers_have_inverses() {
        inverses_are_inverses::<2, 2>();
        inverses_are_inverses::<2, 64>();
        inverses_are_inverses::<3, 81>();
        inverses_are_inverses::<7, 49>();
        inverses_are_inverses::<LARGE, LARGE>();
    }

    #[test]
    fn a_number_is_a_power_of_the_prime_times_the_rest() {
        assert_eq!(Ring::<2, 64>::split(48), (16, 3));
        assert_eq!(Ring::<3, 81>::split(80), (1, 80));
        assert_eq!(Ring::<LARGE, LARGE>::split(48), (1, 48));
    }
}
