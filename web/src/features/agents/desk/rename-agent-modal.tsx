import { Button, Group, Stack, Text, TextInput } from '@mantine/core'
import { renameAgent } from '@purser/contract/agents/agent-desk.ts'
import type { Agent } from '@purser/contract/agents/agents.ts'
import { NAME_MAX } from '@purser/contract/limits.ts'
import { useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { call } from '#wire/api.ts'
import { useKeyedChange } from '#wire/use-keyed-change.ts'
import { agentName } from '../agent-name.ts'
import { agentKey, agentsKey, strategiesKey } from '../use-agents.ts'

type Props = { agent: Pick<Agent, 'id' | 'name'>; onClose: () => void }

export function RenameAgentModal({ agent, onClose }: Props) {
  const client = useQueryClient()
  const [name, setName] = useState(agent.name)
  const change = useKeyedChange({
    change: (wanted: string, key) =>
      call(renameAgent, { params: { id: agent.id }, body: { name: wanted }, key }),
    fallback: 'The agent could not be renamed.',
    changes: agentsKey,
    done: () => {
      void client.invalidateQueries({ queryKey: agentKey(agent.id) })
      void client.invalidateQueries({ queryKey: strategiesKey })
      onClose()
    },
  })
  const wanted = name.trim()
  const shown = agentName(name)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (wanted === agent.name) onClose()
    else if (wanted !== '' && !change.busy) change.run(wanted)
  }
  return (
    <Dialog onClose={onClose} title="Rename Agent">
      <form onSubmit={submit}>
        <Stack gap="md">
          <TextInput
            label="Name"
            value={name}
            maxLength={NAME_MAX}
            data-autofocus
            autoComplete="off"
            onChange={(event) => setName(event.currentTarget.value)}
          />
          {wanted !== '' && shown !== wanted && (
            <Text size="sm" c="dimmed" role="status">
              It is shown as {shown}.
            </Text>
          )}
          {change.error !== undefined && <ErrorBox message={change.error} />}
          <Group justify="flex-end" gap="sm">
            <Button variant="default" onClick={onClose} disabled={change.busy}>
              Cancel
            </Button>
            <BusyButton type="submit" busy={change.busy} disabled={wanted === ''}>
              {change.busy ? 'Saving...' : 'Rename'}
            </BusyButton>
          </Group>
        </Stack>
      </form>
    </Dialog>
  )
}
