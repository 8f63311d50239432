import { auditText, auditTypes, type AuditRow } from '@purser/contract/audit.ts'
import { auditWords } from '@purser/contract/audit-words.ts'
import { memo } from 'react'
import { DateTime } from '#ui/dates/date-time.tsx'
import css from './audit.module.css'

const ON_SERVER = 'on the server itself'

/** One line per event, newest first. */
export const AuditList = memo(function AuditList({ rows }: { rows: AuditRow[] }) {
  return (
    <ul className={css.list} aria-label="Audit log">
      {rows.map(({ id, at, type, address, device, detail }) => (
        <li key={id} className={css.row}>
          <span className={css.type}>{auditTypes[type]}</span>
          <span className={css.detail} title={auditText(detail)}>
            {auditWords(type, detail)}
          </span>
          <span className={css.from}>
            {address === 'server' ? ON_SERVER : [address, device].filter((part) => part !== '').join(', ')}
          </span>
          <span className={css.when}>
            <DateTime at={at} />
          </span>
        </li>
      ))}
    </ul>
  )
})
