import type { SaveTemplateBody } from '@purser/contract/distributions/distribution-templates.ts'

/** The part of a form that a template stores: all but its name and its page. */
export type SavedForm = Pick<SaveTemplateBody, 'mode' | 'total' | 'variance' | 'chosen' | 'lines'>
