/** The text of a notification of an ended operation that is open again. */
import { OPERATION_NAMES } from '@purser/contract/transfers.ts'
import type { ReopeningReporter } from '../transfers/index.ts'

type Reopened = Parameters<ReopeningReporter['reopened']>[1]

const TEXTS: Record<Reopened['why'], string> = {
  dropped:
    'The network has dropped a block that held a confirmed transaction of this operation. It is open again: the ' +
    'transaction is looked for and sent again until its outcome is certain. Nothing is paid twice.',
  late:
    'A transaction of this operation was executed after it had been given up. It is open again and is being booked; ' +
    'what it has paid is not sent again.',
}

/** In place of an agent's name. */
export const nameOfOperation = ({ type }: Pick<Reopened, 'type'>): string =>
  OPERATION_NAMES[type] ?? 'Operation'
export const textOfReopening = ({ why }: Pick<Reopened, 'why'>): string => TEXTS[why]
