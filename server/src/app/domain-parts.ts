/** The parts that each group of domains is created from. */
import type { Mailer } from '../ports/mail.ts'
import type { LiveParts } from './live-parts.ts'
import type { openChain } from './open-chain.ts'
import type { Kernel } from './open-kernel.ts'
import type { AppParts } from './parts.ts'

export type DomainParts = Omit<AppParts, 'live'> &
  Omit<Awaited<ReturnType<typeof openChain>>, 'endpointStates'> & {
    kernel: Kernel
    mailer: Mailer
    /** null if the market is simulated. */
    live: LiveParts | null
    isLocal: boolean
    /** Whether the limits of real money apply. */
    isReal: boolean
  }
