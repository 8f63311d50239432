/** Powers of a mint's issuer over its holders, now or by changing the mint. */
export type MintPower = 'transfer_fee' | 'transfer_hook' | 'permanent_delegate' | 'starts_frozen' | 'pausable'
