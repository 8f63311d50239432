import { toAddress, keyAt } from '../base58.ts'

interface Extension {
  extension: string
  state?: Record<string, unknown>
}

const ZERO = '\0'.repeat(32)
const keyOrNull = (data: Buffer, at: number): string | null => {
  const key = keyAt(data, at)
  return key === ZERO ? null : toAddress(key)
}

/** Names of extensions without content, by their number in Token-2022. */
const MARKERS: Record<number, string> = {
  7: 'immutableOwner',
  9: 'nonTransferable',
  13: 'nonTransferableAccount',
  27: 'pausableAccount',
}

function metadata(data: Buffer): Record<string, unknown> {
  let at = 64
  const text = (): string => {
    const length = data.readUInt32LE(at)
    at += 4 + length
    return data.toString('utf8', at - length, at)
  }
  const [name, symbol, uri] = [text(), text(), text()]
  const pairs = data.readUInt32LE(at)
  at += 4
  const additionalMetadata = Array.from({ length: pairs }, () => [text(), text()])
  return {
    updateAuthority: keyOrNull(data, 0),
    mint: toAddress(keyAt(data, 32)),
    name,
    symbol,
    uri,
    additionalMetadata,
  }
}

function parse(type: number, data: Buffer): Extension {
  const marker = MARKERS[type]
  if (marker) return { extension: marker }
  switch (type) {
    case 2:
      return { extension: 'transferFeeAmount', state: { withheldAmount: data.readBigUInt64LE(0) } }
    case 3:
      return { extension: 'mintCloseAuthority', state: { closeAuthority: keyOrNull(data, 0) } }
    case 6:
      return {
        extension: 'defaultAccountState',
        state: { accountState: ['uninitialized', 'initialized', 'frozen'][data[0]!] },
      }
    case 8:
      return { extension: 'memoTransfer', state: { requireIncomingTransferMemos: data[0] === 1 } }
    case 12:
      return { extension: 'permanentDelegate', state: { delegate: keyOrNull(data, 0) } }
    case 18:
      return {
        extension: 'metadataPointer',
        state: { authority: keyOrNull(data, 0), metadataAddress: keyOrNull(data, 32) },
      }
    case 19:
      return { extension: 'tokenMetadata', state: metadata(data) }
    default:
      return { extension: 'unparseableExtension' }
  }
}

/** The Token-2022 extensions of a mint or token account; undefined when there are none. */
export function parseExtensions(data: Buffer): Extension[] | undefined {
  // Byte 165 is the account type; TLV entries follow.
  const found: Extension[] = []
  for (let at = 166; at + 4 <= data.length; ) {
    const [type, length] = [data.readUInt16LE(at), data.readUInt16LE(at + 2)]
    if (type === 0 || at + 4 + length > data.length) break
    try {
      found.push(parse(type, data.subarray(at + 4, at + 4 + length)))
    } catch {
      found.push({ extension: 'unparseableExtension' })
    }
    at += 4 + length
  }
  return found.length > 0 ? found : undefined
}
