import type { SaveTemplateBody } from '@purser/contract/distribution-templates.ts'

/** What a form gives to a template: all but its name and its page. */
export type SavedForm = Pick<SaveTemplateBody, 'mode' | 'total' | 'variance' | 'chosen' | 'lines'>
