import { Button } from '@mantine/core'
import type { OperationDetail } from '@purser/contract/transfers/transfers.ts'
import { useState } from 'react'
import { useKeyCode } from '#features/accounts/index.ts'
import { EndDialog } from './end-dialog.tsx'
import { resolvingTexts } from './resolving-text.ts'
import { useOperation } from './use-operation.ts'
import css from '../result/run-panels.module.css'

/** The progress of a resolving operation, live; once it can never land, its owner may end it. */
export function ResolvingPanel({ operationId }: { operationId: string }) {
  const detail = useOperation(operationId).data
  const [ending, setEnding] = useState(false)
  const keyCode = useKeyCode('resolve')
  if (!detail) return null
  return (
    <>
      {detail.waiting && <Waits detail={detail} />}
      {detail.waiting?.may_land === false && detail.waiting.transactions > 0 && (
        <Button
          size="compact-sm"
          variant="default"
          className={css.end ?? ''}
          onClick={() => {
            setEnding(true)
            if (!keyCode.sent) void keyCode.send()
          }}
        >
          End as not sent
        </Button>
      )}
      {ending && (
        <EndDialog
          operationId={operationId}
          transactions={detail.waiting?.transactions ?? 1}
          keyCode={keyCode}
          onClose={() => setEnding(false)}
        />
      )}
    </>
  )
}

function Waits({ detail }: { detail: OperationDetail }) {
  if (!detail.waiting) return null
  const { head, now } = resolvingTexts(detail.waiting)
  return (
    <div className={`amber-note ${css.warning}`} role="status" aria-label="Being resolved">
      <p>{head}</p>
      <p className="num">{now}</p>
    </div>
  )
}
