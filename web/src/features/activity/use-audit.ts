import { exportAudit, listAudit } from '@purser/contract/audit.ts'
import { useInfiniteQuery, useMutation } from '@tanstack/react-query'
import { saveFile } from '#ui/save-file.ts'
import { toast } from '#ui/toast.ts'
import { call } from '#wire/api.ts'
import { auditComplaint, auditQuery, type AuditFilter } from './audit-filter.ts'

export const useAudit = (filter: AuditFilter) =>
  useInfiniteQuery({
    queryKey: ['audit', filter],
    queryFn: ({ pageParam, signal }) =>
      call(listAudit, {
        query: { ...auditQuery(filter), ...(pageParam === '' ? {} : { before: pageParam }) },
        signal,
      }),
    initialPageParam: '',
    getNextPageParam: (page) => page.next,
    enabled: auditComplaint(filter) === undefined,
    refetchOnMount: 'always',
    refetchOnWindowFocus: true,
  })

/** Downloads all rows that match the filter. */
export const useAuditExport = (filter: AuditFilter) =>
  useMutation({
    mutationFn: () => call(exportAudit, { query: { ...auditQuery(filter), format: 'csv' } }),
    onSuccess: ({ filename, bytes }) => {
      saveFile(filename, bytes, exportAudit.file ?? '')
      toast(`${filename} was downloaded.`)
    },
  })
