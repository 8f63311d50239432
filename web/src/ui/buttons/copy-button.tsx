import { ActionIcon } from '@mantine/core'
import { IconAlertTriangle, IconCheck, IconCopy } from '@tabler/icons-react'
import { COPY_FEEDBACK_MS } from '@purser/contract/limits.ts'
import { useEffect, useState } from 'react'

type Props = { text: string | (() => string); label: string; onCopied?: () => void }

/** Copies `text` and shows for two seconds whether it worked. `label`: for instance 'Copy address'. */
export function CopyButton({ text, label, onCopied }: Props) {
  const [result, setResult] = useState<'copied' | 'failed'>()
  useEffect(() => {
    if (!result) return
    const timer = setTimeout(() => setResult(undefined), COPY_FEEDBACK_MS)
    return () => clearTimeout(timer)
  }, [result])
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(typeof text === 'string' ? text : text())
      setResult('copied')
      onCopied?.()
    } catch {
      setResult('failed')
    }
  }
  const name = result === 'copied' ? 'Copied' : result === 'failed' ? 'Copying is not allowed here' : label
  return (
    <ActionIcon
      variant="subtle"
      color="gray"
      size="sm"
      aria-label={name}
      title={name}
      onClick={() => void copy()}
    >
      {result === 'copied' ? (
        <IconCheck size={14} color="var(--good)" />
      ) : result === 'failed' ? (
        <IconAlertTriangle size={14} color="var(--bad)" />
      ) : (
        <IconCopy size={14} />
      )}
    </ActionIcon>
  )
}
