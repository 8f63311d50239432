import { figureWords } from '@purser/contract/money.ts'
import { transferError } from '@purser/contract/transfers/line-refusals.ts'
import type { Transfer } from '@purser/contract/transfers/transfers.ts'
import { IconExternalLink } from '@tabler/icons-react'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { shortAddress } from '#ui/formats/short-address.ts'
import { VirtualRows } from '#ui/virtual-rows.tsx'
import { useServerStatus } from '#wire/status.ts'
import { explorerLink } from '#ui/formats/explorer.ts'
import { TransferBadge } from './status-badge.tsx'
import css from './activity.module.css'

const ROW = 72
const ROW_WITH_ERROR = 118
/** Characters of the signature that are shown. */
const SIGNATURE_SHOWN = 8

/** Each transfer with its state, signature and error; virtualized. */
export function TransferList({ transfers }: { transfers: Transfer[] }) {
  return (
    <VirtualRows
      label="Transfers"
      rows={transfers}
      heightOf={({ error }) => (error ? ROW_WITH_ERROR : ROW)}
      height={(total) => Math.min(total, 520)}
      keyOf={({ position, error }) => `${position}-${error !== null}`}
      overscan={3}
      initialRect={{ width: 500, height: 400 }}
      rowClass={css.transfer}
    >
      {(transfer) => <TransferRow transfer={transfer} />}
    </VirtualRows>
  )
}

function TransferRow({ transfer }: { transfer: Transfer }) {
  const cluster = useServerStatus().data?.cluster
  const { signature, error } = transfer
  // A transfer that has moved its funds has an error only from the engine, in a sentence.
  const isPlain = transfer.status === 'confirmed' || Boolean(transfer.refusal)
  const link = signature !== null && cluster ? explorerLink(signature, cluster) : undefined
  return (
    <>
      <div className={css.line}>
        <span className={css.who}>{transfer.walletName}</span>
        <span className="num">
          {figureWords(transfer.amount)} {transfer.symbol}
        </span>
      </div>
      <div className={css.line}>
        <TransferBadge status={transfer.status} />
        <span className={css.note} title={`${transfer.source} to ${transfer.destination}`}>
          {shortAddress(transfer.source)} → {shortAddress(transfer.destination)}
        </span>
        {signature !== null && (
          <span className={css.signature}>
            {link !== undefined ? (
              <a href={link} target="_blank" rel="noopener noreferrer" title={signature}>
                {signature.slice(0, SIGNATURE_SHOWN)}
                <IconExternalLink size={13} aria-label="in the explorer" />
              </a>
            ) : (
              <span title={signature}>{signature.slice(0, SIGNATURE_SHOWN)}</span>
            )}
            <CopyButton text={signature} label="Copy signature" />
          </span>
        )}
      </div>
      {error !== null && (
        <div className={css.error}>
          {isPlain ? error : transferError({ error }, { certain: transfer.status === 'failed' })}
          {!isPlain && <span className={css.chain}>{error}</span>}
        </div>
      )}
    </>
  )
}
