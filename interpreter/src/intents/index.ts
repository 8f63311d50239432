/** All kinds of plans. A new one is a folder and a line here. */
import { bracket } from './bracket/index.ts'
import { dca } from './dca/index.ts'
import { grid } from './grid/index.ts'
import type { Intent } from './intent.ts'
import { limit } from './limit/index.ts'
import { maCross } from './ma-cross/index.ts'
import { rebalance } from './rebalance/index.ts'
import { rsi } from './rsi/index.ts'
import { swap } from './swap/index.ts'
import { twap } from './twap/index.ts'

export const intents: Intent[] = [
  swap, //
  dca,
  twap,
  limit,
  grid,
  bracket,
  rsi,
  maCross,
  rebalance,
]
