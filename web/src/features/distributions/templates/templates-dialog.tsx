import { Stack, Text } from '@mantine/core'
import {
  getTemplate,
  type Template,
  type TemplateKind,
} from '@purser/contract/distributions/distribution-templates.ts'
import { useMutation } from '@tanstack/react-query'
import { FieldError } from '#ui/fields/field-error.tsx'
import { Dialog } from '#ui/dialogs/dialog.tsx'
import { ErrorBox } from '#ui/states/error-box.tsx'
import { LoadingRows } from '#ui/states/list-states.tsx'
import { call } from '#wire/api.ts'
import { sentence } from '#wire/fault.ts'
import { SaveTemplate } from './save-template.tsx'
import type { SavedForm } from './saved-form.ts'
import { TemplateRow } from './template-row.tsx'
import { useTemplates } from './use-templates.ts'
import css from './templates.module.css'

type Props = {
  kind: TemplateKind
  /** The mint of a moved token. */
  mint: string | undefined
  /** The form that would be saved; undefined: no wallet is selected. */
  form: SavedForm | undefined
  onApply: (template: Template) => void
  onClose: () => void
}

/** Saved forms of this page: one is put into the form, renamed or deleted, or the form is saved as a new one. */
export function TemplatesDialog({ kind, mint, form, onApply, onClose }: Props) {
  const templates = useTemplates(kind)
  const apply = useMutation({
    mutationFn: (id: number) => call(getTemplate, { params: { id } }),
    onSuccess: (template) => {
      onApply(template)
      onClose()
    },
  })
  return (
    <Dialog onClose={onClose} title="Templates" size="lg">
      <Stack gap="md">
        {templates.isPending && <LoadingRows label="Loading templates" height={52} />}
        {templates.isError && (
          <ErrorBox
            message={sentence(templates.error, 'Failed to load templates')}
            onRetry={() => void templates.refetch()}
            retrying={templates.isFetching}
          />
        )}
        {templates.data?.length === 0 && (
          <Text size="sm" c="dimmed">
            No templates yet. Save the current wallets, mode and amounts for reuse.
          </Text>
        )}
        {templates.data && templates.data.length > 0 && (
          <ul className={css.list} aria-label="Saved templates">
            {templates.data.map((template) => (
              <TemplateRow
                key={template.id}
                template={template}
                busy={apply.isPending}
                onApply={() => apply.mutate(template.id)}
              />
            ))}
          </ul>
        )}
        <FieldError>
          {apply.isError
            ? sentence(apply.error, 'This template could not be read. Please try again.')
            : undefined}
        </FieldError>
        <SaveTemplate kind={kind} mint={mint} form={form} />
      </Stack>
    </Dialog>
  )
}
