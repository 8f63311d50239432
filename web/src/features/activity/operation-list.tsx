import { IconChevronDown, IconChevronRight, IconExternalLink } from '@tabler/icons-react'
import { STANDING_NAMES, storyWords } from '@purser/contract/transfers/story-words.ts'
import { isFinalStatus, type ListedOperation } from '@purser/contract/transfers/transfers.ts'
import { memo, useMemo, useState } from 'react'
import { explorerLink } from '#ui/formats/explorer.ts'
import { DateTime } from '#ui/dates/date-time.tsx'
import { useServerStatus } from '#wire/status.ts'
import { typeName } from './filter.ts'
import { fold, foldWords } from './fold.ts'
import { FinalMark, OperationBadge } from './status-badge.tsx'
import css from './activity.module.css'

type Props = { operations: ListedOperation[]; open: string | undefined; onOpen: (id: string) => void }

/** One line per operation, newest first; many of one strategy in a row are folded into one. */
export const OperationList = memo(function OperationList({ operations, open, onOpen }: Props) {
  const [unfolded, setUnfolded] = useState<ReadonlySet<string>>(new Set())
  const rows = useMemo(() => fold(operations), [operations])
  const toggle = (key: string) =>
    setUnfolded((now) => {
      const next = new Set(now)
      if (!next.delete(key)) next.add(key)
      return next
    })
  const line = (operation: ListedOperation, within = false) => (
    <OperationRow key={operation.id} {...{ operation, within, onOpen }} isOpen={operation.id === open} />
  )
  return (
    <ul className={css.list} data-narrow={open !== undefined} aria-label="Operations">
      {rows.flatMap((row) => {
        if (row.is === 'one') return [line(row.operation)]
        // The operation shown beside the list is in the list.
        const isUnfolded = unfolded.has(row.key) || row.operations.some(({ id }) => id === open)
        return [
          <FoldRow
            key={row.key}
            operations={row.operations}
            isUnfolded={isUnfolded}
            onToggle={() => toggle(row.key)}
          />,
          ...(isUnfolded ? row.operations.map((operation) => line(operation, true)) : []),
        ]
      })}
    </ul>
  )
})

type RowProps = {
  operation: ListedOperation
  within: boolean
  isOpen: boolean
  onOpen: (id: string) => void
}

function OperationRow({ operation, within, isOpen, onOpen }: RowProps) {
  const cluster = useServerStatus().data?.cluster
  const { id, type, status, story, standing, created_at } = operation
  const link = story.signature && cluster ? explorerLink(story.signature, cluster) : undefined
  return (
    <li className={css.item} data-within={within} data-standing={standing ?? status}>
      <button
        type="button"
        className={`plain-button ${css.row}`}
        aria-current={isOpen}
        onClick={() => onOpen(id)}
      >
        <span className={css.what}>
          <span className={css.story}>{storyWords(operation)}</span>
          {standing !== null && <span className={css.standing}>{STANDING_NAMES[standing]}</span>}
        </span>
        <span className={css.state}>
          <OperationBadge status={status} />
          {type !== 'trade' && operation.summary.total > 1 && (
            <span className={css.count}>{countText(operation)}</span>
          )}
          <FinalMark operation={operation} />
        </span>
        <span className={css.type}>{typeName(type)}</span>
        <span className={css.when}>
          <DateTime at={created_at} />
        </span>
      </button>
      {link !== undefined && (
        <a className={css.explore} href={link} target="_blank" rel="noopener noreferrer">
          <IconExternalLink size={15} aria-label="Open in the explorer" />
        </a>
      )}
    </li>
  )
}

type FoldProps = { operations: ListedOperation[]; isUnfolded: boolean; onToggle: () => void }

function FoldRow({ operations, isUnfolded, onToggle }: FoldProps) {
  const [newest, oldest] = [operations[0], operations.at(-1)]
  if (!newest || !oldest) return null
  return (
    <li className={css.item}>
      <button
        type="button"
        className={`plain-button ${css.row}`}
        aria-expanded={isUnfolded}
        onClick={onToggle}
      >
        <span className={css.what}>
          <span className={css.story}>
            {isUnfolded ? (
              <IconChevronDown size={15} aria-hidden />
            ) : (
              <IconChevronRight size={15} aria-hidden />
            )}{' '}
            {foldWords(operations)}
          </span>
        </span>
        <span className={css.state}>
          <span className={css.count}>
            since <DateTime at={oldest.created_at} />
          </span>
        </span>
        <span className={css.type}>Strategy</span>
        <span className={css.when}>
          <DateTime at={newest.created_at} />
        </span>
      </button>
    </li>
  )
}

const n = (count: number) => count.toLocaleString('en')

function countText({ status, summary }: ListedOperation): string {
  const { confirmed, failed, total } = summary
  const done = `${n(confirmed)} of ${n(total)} ${total === 1 ? 'transfer' : 'transfers'}`
  const bad = failed > 0 ? `, ${n(failed)} failed` : ''
  return isFinalStatus(status) ? `${done}${bad}` : `${done} confirmed${bad}`
}
