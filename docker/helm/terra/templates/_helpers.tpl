{{/* The name of a part of this release. */}}
{{- define "terra.name" -}}
{{- printf "%s-%s" .release .part | trunc 52 | trimSuffix "-" -}}
{{- end -}}

{{/* A site as a part of names: lower case, letters, digits and dashes. */}}
{{- define "terra.site" -}}
{{- regexReplaceAll "[^a-z0-9-]+" (lower .) "-" | trimAll "-" -}}
{{- end -}}

{{- define "terra.labels" -}}
app.kubernetes.io/name: terra
app.kubernetes.io/instance: {{ .Release.Name }}
app.kubernetes.io/version: {{ .Chart.AppVersion | quote }}
app.kubernetes.io/managed-by: {{ .Release.Service }}
helm.sh/chart: {{ printf "%s-%s" .Chart.Name .Chart.Version }}
{{- end -}}

{{- define "terra.image" -}}
{{ .Values.image.repository }}:{{ .Values.image.tag | default .Chart.AppVersion }}
{{- end -}}

{{/* Where agents find the controller. */}}
{{- define "terra.controller" -}}
{{- if .Values.controller.address -}}
{{ .Values.controller.address }}
{{- else if .Values.controller.enabled -}}
{{ include "terra.name" (dict "release" .Release.Name "part" "controller") }}.{{ .Release.Namespace }}.svc:7100
{{- else -}}
{{ fail "controller.address: the controller is not part of this release, so say where it is, HOST:PORT" }}
{{- end -}}
{{- end -}}

{{- define "terra.topology" -}}
{{- if not .Values.topology.sites -}}
{{ fail "topology: name, sites and links are needed, as docs/use/topologies.md says" }}
{{- end -}}
{{ toYaml .Values.topology }}
{{- end -}}

{{/* TLS, or the word that there is none. */}}
{{- define "terra.tls" -}}
{{- if . -}}
tls: {certificate: /tls/certificate.pem, key: /tls/key.pem, ca: /tls/ca.pem}
{{- else -}}
insecure: true
{{- end -}}
{{- end -}}

{{- define "terra.pod" -}}
securityContext:
  runAsNonRoot: true
  runAsUser: 7100
  runAsGroup: 7100
  fsGroup: 7100
  seccompProfile: {type: RuntimeDefault}
automountServiceAccountToken: false
enableServiceLinks: false
{{- end -}}

{{- define "terra.container" -}}
securityContext:
  allowPrivilegeEscalation: false
  readOnlyRootFilesystem: true
  capabilities: {drop: [ALL]}
{{- end -}}
