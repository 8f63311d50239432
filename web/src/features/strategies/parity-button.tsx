import { Button, Modal } from '@mantine/core'
import '@mantine/core/styles/ModalBase.css'
import '@mantine/core/styles/Modal.css'
import { useState } from 'react'
import { ParityCard } from './parity-card.tsx'

/** Opens the parity report of a strategy that runs or has ended. */
export function ParityButton({ agentId, strategyId }: { agentId: number; strategyId: string }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button
        size="compact-xs"
        variant="default"
        title="What it did beside a replay of the same time"
        onClick={() => setOpen(true)}
      >
        Parity
      </Button>
      <Modal
        opened={open}
        onClose={() => setOpen(false)}
        title="Parity"
        size="xl"
        closeButtonProps={{ 'aria-label': 'Close' }}
      >
        {open && <ParityCard agentId={agentId} strategyId={strategyId} />}
      </Modal>
    </>
  )
}
