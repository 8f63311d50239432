/** Notifications: the bell with its list, the toasts, and the settings. */
export { NotificationBell } from './bell.tsx'
export { NotificationSettings } from './notification-settings.tsx'
