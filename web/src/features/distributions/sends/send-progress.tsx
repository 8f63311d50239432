import { Anchor, Button, Group, Loader, Stack, Text } from '@mantine/core'
import { isFinalStatus, type OperationDetail, type Transfer } from '@purser/contract/transfers/transfers.ts'
import { IconCircleCheck, IconCircleX, IconExternalLink } from '@tabler/icons-react'
import { Link } from 'react-router'
import { activityOf } from '#app/paths.ts'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { explorerLink } from '#ui/formats/explorer.ts'
import { QueryError } from '#ui/states/query-error.tsx'
import { useServerStatus } from '#wire/status.ts'
import { amountText } from '../amounts/asset.ts'
import { transferErrorText } from '../transfer-error-text.ts'
import { ResolvingPanel } from '../operation/resolving-panel.tsx'
import { sol } from '../amounts/sol.ts'
import { useOperation } from '../operation/use-operation.ts'
import css from './send.module.css'

const STATES: Record<Transfer['status'], string> = {
  pending: 'The transaction is being prepared.',
  sent: 'Sent. Waiting for the network to confirm it.',
  resolving: 'Sent. Checking the outcome.',
  confirmed: 'Confirmed.',
  failed: 'It failed. Nothing was sent.',
}

type Props = {
  operationId: string
  /** Back to the form: for another send, or for this one that failed. */
  onAgain: (another: boolean) => void
  onClose: () => void
}

/** The network's reports on the send, until they are certain, and its result. */
export function SendProgress({ operationId, onAgain, onClose }: Props) {
  const query = useOperation(operationId)
  const detail = query.data
  const [transfer] = detail?.transfers ?? []
  const over = detail !== undefined && isFinalStatus(detail.status)
  return (
    <Stack gap="md">
      <QueryError query={query} fallback="The operation could not be loaded." />
      {!over && (
        <Group gap="sm" role="status" wrap="nowrap">
          <Loader size="sm" />
          <Text size="sm">{STATES[transfer?.status ?? 'pending']} It continues if you close this.</Text>
        </Group>
      )}
      {detail?.status === 'resolving' && <ResolvingPanel operationId={operationId} />}
      {over && <Result detail={detail} transfer={transfer} />}
      {transfer?.signature && <Signature signature={transfer.signature} />}
      <Group justify="space-between">
        <Anchor component={Link} to={activityOf(operationId)} size="sm">
          Open in Activity
        </Anchor>
        <Group gap="sm">
          {over && (
            <Button variant="default" onClick={() => onAgain(detail.status === 'completed')}>
              {detail.status === 'completed' ? 'Send more' : 'Change and try again'}
            </Button>
          )}
          <Button data-autofocus onClick={onClose}>
            {over ? 'Done' : 'Close'}
          </Button>
        </Group>
      </Group>
    </Stack>
  )
}

function Result({ detail, transfer }: { detail: OperationDetail; transfer: Transfer | undefined }) {
  if (!transfer) return detail.error === null ? null : <ErrorBox message={detail.error} />
  const { status, amount, symbol, destination, error, mint } = transfer
  if (status === 'confirmed')
    return (
      <div className={css.result} role="status">
        <IconCircleCheck size={20} color="var(--good)" className={css.icon ?? ''} aria-hidden="true" />
        <div>
          <Text size="sm" fw={570}>
            Sent {amountText(amount, symbol)}
          </Text>
          <span className={css.target}>{destination}</span>
          <Text size="sm" c="dimmed">
            Network fee {sol(detail.summary.fees)}
            {detail.finalized ? '. Final.' : '. Not final yet.'}
          </Text>
        </div>
      </div>
    )
  const kind = mint === undefined || symbol === 'SOL' ? 'distribute' : 'token-distribute'
  const reason = error ?? detail.error
  return (
    <div className={css.result} role="alert">
      <IconCircleX size={20} color="var(--bad)" className={css.icon ?? ''} aria-hidden="true" />
      <div>
        <Text size="sm" fw={570} c="var(--bad)">
          {STATES.failed}
        </Text>
        {reason !== null && (
          <>
            <Text size="sm">{transferErrorText(kind, reason, { certain: true })}</Text>
            <span className={css.chain}>{reason}</span>
          </>
        )}
      </div>
    </div>
  )
}

const SHOWN = 8

function Signature({ signature }: { signature: string }) {
  const cluster = useServerStatus().data?.cluster
  const link = cluster ? explorerLink(signature, cluster) : undefined
  return (
    <Text size="sm" component="div" c="dimmed">
      Signature{' '}
      {link === undefined ? (
        <span className="num" title={signature}>
          {signature.slice(0, SHOWN)}
        </span>
      ) : (
        <a href={link} target="_blank" rel="noopener noreferrer" title={signature}>
          {signature.slice(0, SHOWN)}
          <IconExternalLink size={13} aria-label="in the explorer" />
        </a>
      )}
      <CopyButton text={signature} label="Copy signature" />
    </Text>
  )
}
