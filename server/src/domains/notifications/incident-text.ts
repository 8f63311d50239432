/** The text of a notification of what befell an operation beside its ordinary end. */
import { OPERATION_NAMES } from '@purser/contract/transfers/transfers.ts'
import type { IncidentReporter } from '../transfers/index.ts'

type Incident = Parameters<IncidentReporter['report']>[1]

const TEXTS: Record<Incident['kind'], string> = {
  dropped:
    'The network dropped a block that contained a confirmed transaction of this operation. The operation was reopened: the ' +
    'transaction is tracked and resent until its outcome is certain. Nothing is paid twice.',
  late:
    'A transaction of this operation was executed after it had been given up. The operation was reopened and is being booked; ' +
    'amounts already paid are not sent again.',
  disputed:
    'The endpoints have disagreed for a minute on whether a transaction of this operation is on-chain. The operation stays open ' +
    'until they agree; nothing is resent before then.',
  twice:
    'Transfers of this operation were executed twice on-chain, so the recipients have received the amounts twice. The operation ' +
    'lists the transactions.',
}

/** In place of an agent's name. */
export const nameOfOperation = ({ type }: Pick<Incident, 'type'>): string =>
  OPERATION_NAMES[type] ?? 'Operation'
export const textOfIncident = ({ kind }: Pick<Incident, 'kind'>): string => TEXTS[kind]
