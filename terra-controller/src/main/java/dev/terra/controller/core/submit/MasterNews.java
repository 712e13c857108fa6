package dev.terra.controller.core.submit;

import dev.terra.api.v1.JobMasterNews;
import java.util.Optional;

/**
 * A message for a job master's stream, or the end of this stream.
 *
 * @param stream the number of the stream
 * @param news what to send; empty to end the stream
 * @param reason why the stream ends; empty with news
 */
public record MasterNews(long stream, Optional<JobMasterNews> news, String reason) {
  static MasterNews send(long stream, JobMasterNews.Builder news) {
    return new MasterNews(stream, Optional.of(news.build()), "");
  }

  static MasterNews end(long stream, String reason) {
    return new MasterNews(stream, Optional.empty(), reason);
  }
}
