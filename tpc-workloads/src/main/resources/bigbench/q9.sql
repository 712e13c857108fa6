-- Words of reviews by how many stars come with them.
with words as (
  select pr_review_rating as stars, word
  from product_reviews
  lateral view explode(split(pr_review_content, ' ')) one as word)
select word, count(*) as times, sum(case when stars <= 2 then 1 else 0 end) as bad, sum(case when stars >= 4 then 1 else 0 end) as good
from words
group by word
order by word
