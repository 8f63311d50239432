import { Button, Group, Stack, Text } from '@mantine/core'
import { deleteAgent } from '@purser/contract/agents/agents.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { BusyButton } from '#ui/buttons/busy-button.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { call } from '#wire/api.ts'
import { removeAgent } from '#wire/storage/caches.ts'
import { hasCode, sentence } from '#wire/fault.ts'
import { newKey } from '#wire/idempotency.ts'
import { agentName } from '../agent-name.ts'
import { agentsKey } from '../use-agents.ts'

type Props = {
  agent: { id: number; name: string; external_id: string }
  onClose: () => void
  onDeleted: () => void
}

export function DeleteAgentModal({ agent, onClose, onDeleted }: Props) {
  const client = useQueryClient()
  const removal = useMutation({
    mutationFn: async () => {
      const request = { params: { id: agent.id }, query: { external_id: agent.external_id }, key: newKey() }
      try {
        await call(deleteAgent, request)
      } catch (error) {
        // Already deleted, for instance in another tab.
        if (!hasCode(error, 'not_found')) throw error
      }
    },
    onSuccess: async () => {
      removeAgent(agent.id)
      await client.invalidateQueries({ queryKey: agentsKey })
      onDeleted()
    },
  })
  return (
    <Dialog onClose={onClose} title="Delete Agent">
      <Stack gap="md">
        <Text size="sm">
          Are you sure you want to delete {agentName(agent.name)}? This will stop any running strategies and
          remove the agent from your account.
        </Text>
        {removal.isError && (
          <ErrorBox message={sentence(removal.error, 'Failed to delete agent. Please try again.')} />
        )}
        <Group justify="flex-end" gap="sm">
          <Button variant="default" onClick={onClose} disabled={removal.isPending}>
            Cancel
          </Button>
          <BusyButton color="red.9" onClick={() => removal.mutate()} busy={removal.isPending}>
            {removal.isPending ? 'Deleting...' : 'Delete'}
          </BusyButton>
        </Group>
      </Stack>
    </Dialog>
  )
}
