/**
 * The price path of a mint without trades: a pure function of its profile and the time. The log price is a sum of smooth
 * noise octaves, each as strong as a random walk over its period. So any moment can be computed by itself, and returns
 * have the right volatility over minutes, hours and months.
 */
import { DAY_MS } from '@purser/contract/time.ts'
import type { Profile } from './profile.ts'

const YEAR_MS = 31_557_600_000
const SHORTEST_MS = 16_000
const OCTAVES = 11
/** Calibrates the annual volatility of hourly returns to the profile's; measured. */
const GAIN = 1.11
/** A pegged price deviates a little over minutes to days. */
const PEG_PERIODS = [120_000, 900_000, 7_200_000, DAY_MS]

export type Path = {
  /** USD per whole token. Fastest for increasing times; the order does not change the result. */
  at(ms: number): number
}

export function createPath({ key, base, volatility, pegged }: Profile): Path {
  const octaves = pegged
    ? PEG_PERIODS.map((period) => ({ period, height: volatility / PEG_PERIODS.length }))
    : Array.from({ length: OCTAVES }, (_, i) => {
        const period = SHORTEST_MS * 4 ** i
        return { period, height: GAIN * volatility * Math.sqrt(period / YEAR_MS) }
      })
  const noise = createNoise(key, octaves)
  return { at: pegged ? (ms) => base * (1 + noise(ms)) : (ms) => base * Math.exp(noise(ms)) }
}

/**
 * The sum of noise octaves, each between -height and height: random at the edges of its cells, smooth in between. The last
 * cells are cached, in typed arrays since a month of candles takes two million calls.
 */
function createNoise(key: Int32Array, octaves: { period: number; height: number }[]): (ms: number) => number {
  const n = octaves.length
  const rate = Float64Array.from(octaves, ({ period }) => 1 / period)
  const height = Float64Array.from(octaves, (octave) => octave.height)
  // The cell edges of the octaves must not coincide.
  const shift = Float64Array.from(octaves, (_, i) => 0.5 + random(key, i, -1) / 2)
  const cell = new Float64Array(n).fill(Number.NaN)
  const left = new Float64Array(n)
  const right = new Float64Array(n)
  return (ms) => {
    let sum = 0
    for (let i = 0; i < n; i++) {
      const x = ms * rate[i]! + shift[i]!
      const floor = Math.floor(x)
      if (floor !== cell[i]) {
        cell[i] = floor
        left[i] = height[i]! * random(key, i, floor)
        right[i] = height[i]! * random(key, i, floor + 1)
      }
      const f = x - floor
      sum += left[i]! + (right[i]! - left[i]!) * f * f * (3 - 2 * f)
    }
    return sum
  }
}

/** Uniform in [-1, 1), by octave and cell. */
function random(key: Int32Array, octave: number, cell: number): number {
  let h = mix((key[0] ?? 0) ^ Math.imul(octave + 1, 0x9e3779b1))
  h = mix(h ^ (cell | 0) ^ (key[1] ?? 0))
  h = mix(h ^ (Math.floor(cell / 2 ** 32) | 0) ^ (key[2] ?? 0))
  return h / 2 ** 31
}

function mix(value: number): number {
  let h = value | 0
  h = Math.imul(h ^ (h >>> 16), 0x85ebca6b)
  h = Math.imul(h ^ (h >>> 13), 0xc2b2ae35)
  return h ^ (h >>> 16)
}
