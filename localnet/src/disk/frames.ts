import { crc32 } from 'node:zlib'
import { deserialize, serialize } from 'node:v8'

/** Bytes before each frame's payload: its length, then its checksum. */
export const FRAME_HEADER = 8

/** Where a frame lies. */
export interface Place {
  segment: number
  offset: number
  length: number
}

/** One value as it lies on disk: length and CRC-32, then the value in V8's own format (which keeps bigints and bytes). */
export function frame(value: unknown): [header: Buffer, payload: Buffer] {
  const payload = serialize(value)
  const header = Buffer.allocUnsafe(FRAME_HEADER)
  header.writeUInt32LE(payload.length, 0)
  header.writeUInt32LE(crc32(payload), 4)
  return [header, payload]
}

/** The value of the frame at an offset and where the next begins, or undefined where the file is torn or over. */
export function readFrame(bytes: Buffer, offset: number): { value: unknown; next: number } | undefined {
  if (offset + FRAME_HEADER > bytes.length) return undefined
  const length = bytes.readUInt32LE(offset)
  const start = offset + FRAME_HEADER
  if (length === 0 || start + length > bytes.length) return undefined
  const payload = bytes.subarray(start, start + length)
  if (crc32(payload) !== bytes.readUInt32LE(offset + 4)) return undefined
  return { value: deserialize(payload), next: start + length }
}
