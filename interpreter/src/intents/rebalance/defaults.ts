export const defaults = {
  threshold: 5,
  interval: 3_600,
  said: ({ threshold, interval }: { threshold: boolean; interval: boolean }): string[] => [
    ...(threshold ? [] : ['Traded when the share is off by 5%.']),
    ...(interval ? [] : ['Checked every hour.']),
  ],
}
