import { listTemplates, type TemplateKind } from '@purser/contract/distributions/distribution-templates.ts'
import { useQuery } from '@tanstack/react-query'
import { call } from '#wire/api.ts'

export const templatesKey = ['distribution-templates']

/** The templates of one page, by name. */
export const useTemplates = (kind: TemplateKind) =>
  useQuery({
    queryKey: [...templatesKey, kind],
    queryFn: async ({ signal }) => (await call(listTemplates, { query: { kind }, signal })).templates,
  })
