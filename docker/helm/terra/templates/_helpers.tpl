{{/*
The name of a part of this release, at most 52 letters: a StatefulSet's pods and revisions append to it, and have 63. What is too long is cut, and
told from others that begin alike by a hash of the whole.
*/}}
{{- define "terra.name" -}}
{{- $whole := printf "%s-%s" .release .part -}}
{{- if le (len $whole) 52 -}}
{{- $whole -}}
{{- else -}}
{{- printf "%s-%s" ($whole | trunc 43 | trimSuffix "-") (sha256sum $whole | trunc 8) -}}
{{- end -}}
{{- end -}}

{{/*
A site as a part of names: lower case, letters, digits and dashes, at most 40 of them. Where that changes its id, a hash of the id tells it from
others that come to the same letters.
*/}}
{{- define "terra.site" -}}
{{- $folded := regexReplaceAll "[^a-z0-9-]+" (lower .) "-" | trunc 31 | trimAll "-" -}}
{{- if eq $folded . -}}
{{- . -}}
{{- else -}}
{{- printf "%s-%s" $folded (sha256sum . | trunc 8) | trimPrefix "-" -}}
{{- end -}}
{{- end -}}

{{/* The port of IP:PORT, or 0 where there is none. */}}
{{- define "terra.port" -}}
{{- regexFind "[0-9]+$" (toString .) | default "0" -}}
{{- end -}}

{{/* Where the controller of this release listens. */}}
{{- define "terra.listen" -}}
{{- dig "listen" "0.0.0.0:7100" .Values.controller.config -}}
{{- end -}}

{{/* controller.yaml: what the chart sets, unless controller.config sets it. */}}
{{- define "terra.controllerFile" -}}
{{- $http := dict "listen" "127.0.0.1:7180" "audit" "/var/lib/terra/audit.log" -}}
{{- if .tokensSecret -}}
{{- $http = dict "listen" "0.0.0.0:7180" "tokens" "/tokens/tokens" "audit" "/var/lib/terra/audit.log" -}}
{{- end -}}
{{- $file := dict "topology" "topology.yaml" "listen" "0.0.0.0:7100" "http" $http -}}
{{- if .tlsSecret -}}
{{- $_ := set $file "tls" (include "terra.tls" . | fromYaml) -}}
{{- end -}}
{{- mergeOverwrite $file (deepCopy .config) | toYaml -}}
{{- end -}}

{{/* agent.yaml of a site: what the chart sets, unless the site's config sets it. */}}
{{- define "terra.agentFile" -}}
{{- $neighbours := dict -}}
{{- range $to, $there := .own.neighbours -}}
{{- $ends := dict "local" "@ADDRESS@" "remote" $there.address -}}
{{- with $there.port }}{{ $_ := set $ends "remotePort" (int .) }}{{ end -}}
{{- $_ := set $neighbours $to $ends -}}
{{- end -}}
{{- $spool := dict "memoryBytes" (int64 .agents.spool.memoryBytes) "diskBytes" (int64 .agents.spool.diskBytes) "directory" "/var/lib/terra/spool" -}}
{{- $file := dict "site" .site "name" "@NAME@" "topology" "topology.yaml" "controller" .controller "listenAddress" "@ADDRESS@" "neighbours" $neighbours "metrics" "@ADDRESS@:7203" "spool" $spool -}}
{{- if .own.tlsSecret -}}
{{- $_ := set $file "tls" (include "terra.tls" .own | fromYaml) -}}
{{- else -}}
{{- $_ := set $file "insecure" true -}}
{{- end -}}
{{- mergeOverwrite $file (deepCopy (.own.config | default dict)) | toYaml -}}
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
{{ include "terra.name" (dict "release" .Release.Name "part" "controller") }}.{{ .Release.Namespace }}.svc:{{ include "terra.port" (include "terra.listen" .) }}
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

{{/* Where the files of a secret are mounted. */}}
{{- define "terra.tls" -}}
{certificate: /tls/certificate.pem, key: /tls/key.pem, ca: /tls/ca.pem}
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
