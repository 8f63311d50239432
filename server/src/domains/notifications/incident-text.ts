/** The text of a notification of what befell an operation beside its ordinary end. */
import { OPERATION_NAMES } from '@purser/contract/transfers.ts'
import type { IncidentReporter } from '../transfers/index.ts'

type Incident = Parameters<IncidentReporter['report']>[1]

const TEXTS: Record<Incident['kind'], string> = {
  dropped:
    'The network has dropped a block that held a confirmed transaction of this operation. It is open again: the ' +
    'transaction is looked for and sent again until its outcome is certain. Nothing is paid twice.',
  late:
    'A transaction of this operation was executed after it had been given up. It is open again and is being booked; ' +
    'what it has paid is not sent again.',
  disputed:
    'The endpoints have disagreed for a minute on whether a transaction of this operation is on the chain. It is open ' +
    'again until they agree; nothing of it is sent anew before.',
  twice:
    'The chain has executed transfers of this operation twice, and their receivers have the amounts twice. The operation ' +
    'names the transactions.',
}

/** In place of an agent's name. */
export const nameOfOperation = ({ type }: Pick<Incident, 'type'>): string =>
  OPERATION_NAMES[type] ?? 'Operation'
export const textOfIncident = ({ kind }: Pick<Incident, 'kind'>): string => TEXTS[kind]
