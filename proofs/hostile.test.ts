// On PostgreSQL as well.
/**
 * A chain that lies: the cases in which money was once paid twice, and a sample by seed of all others
 * (server/src/test/hostile-cases.ts). `npm run test:faults` runs every one, with the product's own waits.
 */
import { test } from 'node:test'
import { seededRandom, seed } from '../server/src/test/seeded-random.ts'
import { moneyOfSeed } from './moneys.ts'
import {
  casesAlone,
  casesBeside,
  casesOfThree,
  type HostileCase,
  lies,
  TRIOS,
  type Waits,
} from './hostile-cases.ts'

/** The seed makes a third of all runs move a token. */
const BRIEF: Waits = { apartMs: 3_500, lieMs: 2_600, money: moneyOfSeed() }
const random = seededRandom(seed)
const pickRandom = <T>(all: readonly T[]): T => all[Math.floor(random() * all.length)] as T

const [alone, beside, ofThree] = await Promise.all([
  casesAlone(BRIEF),
  casesBeside(BRIEF),
  casesOfThree(BRIEF),
])
const drawn: HostileCase[] = [
  pickRandom(alone.more),
  alone.mixture(Math.floor(random() * 1e9)),
  beside(pickRandom(lies), random() < 0.5 ? 0 : 1),
  ofThree(pickRandom(TRIOS), Math.floor(random() * 3)),
]
for (const { name, run } of alone.core) test(name, run)
for (const { name, run } of drawn) test(`${name} (seed ${seed})`, run)
