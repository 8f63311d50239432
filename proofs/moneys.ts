/** Chooses the kind of money that a world of the fault suite moves. */
import { seed, seededRandom } from '../server/src/test/seeded-random.ts'
import type { Money } from './money-kind.ts'
import { solMoney } from './money-sol.ts'
import { tokenMoney } from './money-token.ts'

export const moneys: Record<Money['name'], Money> = { sol: solMoney, token: tokenMoney }

/** A third of all worlds move a token, unless FAULT_MONEY sets 'sol' or 'token' for all. */
const SHARE = 1 / 3
const said = process.env.FAULT_MONEY
export function drawMoney(random: () => number): Money {
  const drawn = random() < SHARE ? moneys.token : moneys.sol
  return said === 'sol' || said === 'token' ? moneys[said] : drawn
}
/** The same in every process with this seed. */
export const moneyOfSeed = (turn = 0): Money => drawMoney(seededRandom(seed + 7_919 * (turn + 1)))
