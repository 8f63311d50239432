import { createHash, createPrivateKey, createPublicKey, sign, type KeyObject } from 'node:crypto'
import { bytesToKey, type Key } from '../base58.ts'

/** A publicly derivable key, for test funds only. */
export interface TestKey {
  key: Key
  privateKey: KeyObject
  /** Secret and public half in the order of the Solana CLI's key files. */
  bytes: Uint8Array
}

const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex')

function testKey(seedText: string): TestKey {
  const seed = createHash('sha256').update(seedText).digest()
  const privateKey = createPrivateKey({
    key: Buffer.concat([PKCS8_ED25519, seed]),
    format: 'der',
    type: 'pkcs8',
  })
  const publicBytes = Buffer.from(createPublicKey(privateKey).export({ format: 'jwk' }).x!, 'base64url')
  return { key: bytesToKey(publicBytes), privateKey, bytes: Buffer.concat([seed, publicBytes]) }
}

/** Mint authority of the genesis tokens. */
export const DEVELOPMENT_KEY = testKey('localnet development key, public by design')
/** The faucet of SOL airdrops. */
export const FAUCET_KEY = testKey('localnet faucet key, public by design')
/** The leader of every slot. */
export const IDENTITY_KEY = testKey('localnet node identity, public by design')

export const signWith = (key: TestKey, message: Uint8Array): Buffer => sign(null, message, key.privateKey)
