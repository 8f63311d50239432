/** Notifications: what users are told of while they do not look, in the console and by mail. */
export { tellNotifications } from './notifications.channel.ts'
export { notificationRoutes } from './notifications.routes.ts'
export { createNotifications, type Notifications } from './notifications.service.ts'
