import assert from 'node:assert/strict'
import { test } from 'node:test'
import { decodeQR } from 'qr/decode.js'
import { qrPath } from './qr-path.ts'

const URL_TO_PAY =
  'solana:CiByQLtckRgZ5FnNv5evzbpCVZG9Tr12EaxacUiD5tE4?amount=0.089392456&reference=HtukBpaFDa58KZnF8QQW5EuDGAMfuCt1RSRiJTrEE9Pi&label=Purser&message=Payment%20of%20%2410.00&memo=Payment%20HtukBpaF'
/** Pixels of a module, like on a screen. */
const SCALE = 4

/** The strokes of the path as pixels: 'M3 5.5h1h1' is two dark modules. */
function painted({ path, size }: { path: string; size: number }) {
  const width = size * SCALE
  const data = new Uint8Array(width * width * 4).fill(255)
  for (const stroke of path.split('M').slice(1)) {
    const [, x = '', y = '', run = ''] = /^(\d+) (\d+)\.5((?:h1)+)$/.exec(stroke) ?? []
    for (let module = 0; module < run.length / 2; module++)
      for (let pixel = 0; pixel < SCALE * SCALE; pixel++) {
        const row = Number(y) * SCALE + Math.floor(pixel / SCALE)
        const column = (Number(x) + module) * SCALE + (pixel % SCALE)
        data.fill(0, (row * width + column) * 4, (row * width + column) * 4 + 3)
      }
  }
  return { width, height: width, data }
}

test('a scanner reads the transfer request from the drawn code', () => {
  assert.equal(decodeQR(painted(qrPath(URL_TO_PAY))), URL_TO_PAY)
})
