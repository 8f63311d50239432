import { crc32 } from 'node:zlib'
import { deserialize, serialize } from 'node:v8'

/** Bytes before each frame's payload: its length, then its checksum. */
export const FRAME_HEADER = 8

/** The position of a frame. */
export interface Place {
  segment: number
  offset: number
  length: number
}

/** A value on disk: length and CRC-32, then V8 serialization, which preserves bigints and bytes. */
export function frame(value: unknown): [header: Buffer, payload: Buffer] {
  const payload = serialize(value)
  const header = Buffer.allocUnsafe(FRAME_HEADER)
  header.writeUInt32LE(payload.length, 0)
  header.writeUInt32LE(crc32(payload), 4)
  return [header, payload]
}

/** The value at an offset and the offset of the next; undefined at the end or at a torn frame. */
export function readFrame(bytes: Buffer, offset: number): { value: unknown; next: number } | undefined {
  if (offset + FRAME_HEADER > bytes.length) return undefined
  const length = bytes.readUInt32LE(offset)
  const start = offset + FRAME_HEADER
  if (length === 0 || start + length > bytes.length) return undefined
  const payload = bytes.subarray(start, start + length)
  if (crc32(payload) !== bytes.readUInt32LE(offset + 4)) return undefined
  return { value: deserialize(payload), next: start + length }
}
