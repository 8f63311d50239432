import { Text } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import type { ImportResult } from '@purser/contract/wallets/wallets.ts'
import { shortAddress } from '#ui/formats/short-address.ts'
import { WireFault } from '#wire/fault.ts'
import css from './import-results.module.css'

/** The invalid lines of an import, from the details of its fault. */
export function refusedLines(fault: unknown): ImportResult[] {
  if (!(fault instanceof WireFault)) return []
  return fault.details.flatMap(({ path, message }) => {
    const line = /^keys\.(\d+)/.exec(path)?.[1]
    return line === undefined
      ? []
      : [{ line: Number(line), status: 'failed' as const, address: null, error: message }]
  })
}

const ICONS = {
  imported: <IconCheck size={15} color="var(--good)" aria-hidden="true" />,
  duplicate: <IconCopy size={15} color="var(--warn)" aria-hidden="true" />,
  failed: <IconAlertTriangle size={15} color="var(--bad)" aria-hidden="true" />,
}

/** The result of each line. */
export function ImportResults({ results }: { results: ImportResult[] }) {
  const imported = results.filter((result) => result.status === 'imported').length
  const failed = results.length - imported
  return (
    <div>
      <Text size="sm" fw={550} mb={6} role="status">
        {imported} of {results.length} wallet{results.length === 1 ? '' : 's'} imported
        {failed > 0 ? `; ${failed} line${failed === 1 ? ' was' : 's were'} not.` : '.'}
      </Text>
      <ul className={css.list} aria-label="Lines" tabIndex={0}>
        {results.map((result) => (
          <li key={result.line} className={css.row}>
            {ICONS[result.status]}
            <span className={css.line}>Line {result.line}</span>
            <span>
              {result.address && <span title={result.address}>{shortAddress(result.address)} </span>}
              {result.status === 'imported' ? 'imported' : result.error}
            </span>
          </li>
        ))}
      </ul>
    </div>
  )
}
