/** What the issuer of a mint can do to who holds it, today or by changing the mint. */
export type MintPower = 'transfer_fee' | 'transfer_hook' | 'permanent_delegate' | 'starts_frozen' | 'pausable'
