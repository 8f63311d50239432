import { createHash } from 'node:crypto'
import { encodeBase58, bytesToKey, type Key } from '../base58.ts'
import { BLOCKHASH_AGE, FIRST_SLOT } from '../constants.ts'

/**
 * The blockhash of every slot: a function of the chain's random salt and the slot, so that recent
 * ones survive a crash without being stored.
 */
export class Blockhashes {
  private readonly salt: Uint8Array
  private readonly recent = new Map<Key, number>()

  constructor(salt: Uint8Array, slot: number) {
    this.salt = salt
    for (let s = Math.max(FIRST_SLOT, slot - BLOCKHASH_AGE); s <= slot; s++) this.recent.set(this.of(s), s)
  }

  of(slot: number): Key {
    const bytes = Buffer.alloc(8)
    bytes.writeBigUInt64LE(BigInt(slot))
    return bytesToKey(createHash('sha256').update(this.salt).update(bytes).digest())
  }

  text(slot: number): string {
    return encodeBase58(Buffer.from(this.of(slot), 'latin1'))
  }

  /** Called when a slot begins. */
  enter(slot: number): void {
    this.recent.set(this.of(slot), slot)
    this.recent.delete(this.of(slot - BLOCKHASH_AGE - 1))
  }

  /** Whether the blockhash is valid at the slot. */
  isValid(hash: Key, slot: number): boolean {
    const born = this.recent.get(hash)
    return born !== undefined && born <= slot && slot - born <= BLOCKHASH_AGE
  }
}
