import { onDemand } from '#ui/on-demand.tsx'

/** Loaded when it is opened. */
export const NewGroupDialog = onDemand(() => import('./group-dialog.tsx').then((m) => m.NewGroupForm))
