/** Activity: what happened, read from the books of those who did it. */
export { activityRoutes } from './activity.routes.ts'
export { type Activity, createActivity } from './activity.service.ts'
