import { IconExternalLink } from '@tabler/icons-react'
import { CopyButton } from '#ui/buttons/copy-button.tsx'
import { explorerLink } from '#ui/formats/explorer.ts'
import { useServerStatus } from '#wire/status.ts'
import css from './payments.module.css'

/** Characters of a hash that are shown. */
const SHOWN = 8

/** A transaction hash, shortened, with a link to the explorer if that can read its network. */
export function TxHash({ hash }: { hash: string }) {
  const cluster = useServerStatus().data?.cluster
  const link = cluster ? explorerLink(hash, cluster) : undefined
  const text = hash.slice(0, SHOWN)
  return (
    <span className={css.hash}>
      {link === undefined ? (
        <span className="num" title={hash}>
          {text}
        </span>
      ) : (
        <a href={link} target="_blank" rel="noopener noreferrer" title={hash}>
          {text}
          <IconExternalLink size={13} aria-label="in the explorer" />
        </a>
      )}
      <CopyButton text={hash} label="Copy transaction hash" />
    </span>
  )
}
