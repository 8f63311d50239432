/** The parts of the agents. A verb takes from them what it needs. */
import type { Bus } from '../../kernel/bus.ts'
import type { Clock } from '../../kernel/clock.ts'
import type { Limiter } from '../../kernel/concurrency/limiter.ts'
import type { Log } from '../../kernel/log.ts'
import type { Accounts } from '../accounts/index.ts'
import type { TopUps } from '../top-ups/index.ts'
import type { Transfers } from '../transfers/index.ts'
import type { InterpretParts } from './interpretation/instruction.ts'

export type AgentsParts = InterpretParts & {
  accounts: Pick<Accounts, 'realFunds' | 'keyCodes'>
  bus: Bus
  clock: Clock
  limiter: Limiter
  log: Log
  /** Answers describe the market at this time. */
  marketClock: Pick<Clock, 'now'>
  topUps: TopUps
  transfers: Transfers
}
